interface EmscriptenFiles {
  readonly ErrnoError: new (errno: number) => Error;
  readonly createNode: (parent: never, name: string, mode: number) => object;
}

interface Root {
  readonly stream_ops: {
    readonly write: (
      stream: { readonly hostFd: number },
      buffer: Uint8Array,
      offset: number,
      length: number,
      position: number,
    ) => number;
  };
}

export function diskFiles(FS: EmscriptenFiles): {
  mount(mount: { readonly opts: { readonly directory: string } }): Root;
};
