/** An answer that is sent as it was written down, to the byte. */
export class Verbatim {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}
