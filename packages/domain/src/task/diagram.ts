/** A machine's table as the mermaid diagram that ARCHITECTURE.md shows. */

export function stateDiagram<State extends string, Event extends string>(machine: {
  readonly start: State;
  readonly transitions: Readonly<Record<State, Partial<Readonly<Record<Event, State>>>>>;
  readonly notes: Readonly<Record<Event, string>>;
}): string {
  const rows = Object.entries(machine.transitions) as [State, Partial<Record<Event, State>>][];
  const moves = rows.flatMap(([from, events]) =>
    (Object.entries(events) as [Event, State][]).map(
      ([event, to]) => `  ${from} --> ${to}: ${event} (${machine.notes[event]})`,
    ),
  );
  return ["stateDiagram-v2", `  [*] --> ${machine.start}`, ...moves].join("\n");
}
