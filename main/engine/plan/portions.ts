/** Work that yields after each portion, so that its caller can let other work run; returns its value at the end. */
export type InPortions<Value> = Generator<void, Value>;

/** Items per portion: a few milliseconds. */
export const PORTION = 100;

export function* inPortions<One>(all: readonly One[], work: (one: One) => void): InPortions<void> {
  for (const [index, one] of all.entries()) {
    if (index > 0 && index % PORTION === 0) yield;
    work(one);
  }
}

/** Does the work without a pause. */
export function atOnce<Value>(work: InPortions<Value>): Value {
  for (let step = work.next(); ; step = work.next()) if (step.done === true) return step.value;
}
