/**
 * Reads of a balance against the ledger (C6). The ledger's own chain is the order of all writes;
 * each read must show the balance after some first part of it, must hold all that was answered
 * before the read was asked for, nothing that was asked for after it was answered, and may not
 * go back behind an earlier read.
 */

/** A posting somebody asked for: where it stands in the chain, and when it was asked for. */
export interface KnownWrite {
  readonly place: number;
  readonly calledAt: number;
  /** Infinity when nobody heard the answer. */
  readonly returnedAt: number;
}

export interface BalanceRead {
  readonly balance: string;
  readonly calledAt: number;
  readonly returnedAt: number;
}

/**
 * The first read that no moment explains, or null.
 * @param balances after 0, 1, 2... postings
 */
export function findWrongRead(
  balances: readonly string[],
  writes: readonly KnownWrite[],
  reads: readonly BalanceRead[],
): BalanceRead | null {
  const settled: { readonly returnedAt: number; readonly place: number }[] = [...writes];
  for (const read of reads.toSorted((a, b) => a.returnedAt - b.returnedAt)) {
    const least = Math.max(
      0,
      ...settled.filter(({ returnedAt }) => returnedAt < read.calledAt).map(({ place }) => place),
    );
    // The earliest moment leaves most room to the reads that follow.
    const place = balances.indexOf(read.balance, least);
    const isAhead = writes.some(
      (write) => write.calledAt > read.returnedAt && write.place <= place,
    );
    if (place < 0 || isAhead) return read;
    settled.push({ returnedAt: read.returnedAt, place });
  }
  return null;
}
