// State tables: which event moves which state where. What is not in the table cannot happen.

/** For each state the events that it accepts, and where they lead. */
export type Moves<State extends string, Event extends string> = {
  readonly [S in State]: { readonly [E in Event]?: State };
};

/** A move that the table does not have: a defect of ours, never the caller's. */
export class ForbiddenMove extends Error {
  constructor(state: string, event: string) {
    super(`There is no move from ${state} by ${event}.`);
    this.name = 'ForbiddenMove';
  }
}

/** The state that the event leads to. Throws `ForbiddenMove`. */
export function move<State extends string, Event extends string>(
  moves: Moves<State, Event>,
  { state, event }: { state: State; event: Event },
): State {
  const next = moves[state][event];
  if (!next) throw new ForbiddenMove(state, event);
  return next;
}
