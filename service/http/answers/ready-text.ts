/** A successful JSON answer that exists as text already. */
export interface ReadyText<Body> {
  readonly status: 200;
  readonly text: string;
  /** Parsed when it is read, which only the check of answers in tests does. */
  readonly body: Body;
}

/** The answer with this text, which is a `Body` by the promise of the domain. */
export function readyText<Body>(text: string): ReadyText<Body> {
  return {
    status: 200,
    text,
    get body() {
      return JSON.parse(text) as Body;
    },
  };
}
