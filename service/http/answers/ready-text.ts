/** A successful JSON answer that exists as text in UTF-8 already. */
export interface ReadyText<Body> {
  readonly status: 200;
  readonly text: Uint8Array;
  /** Parsed when it is read, which only the check of answers in tests does. */
  readonly body: Body;
}

/** The answer with this text, which is a `Body` by the promise of the domain. */
export function readyText<Body>(text: Uint8Array): ReadyText<Body> {
  return {
    status: 200,
    text,
    get body() {
      return JSON.parse(new TextDecoder().decode(text)) as Body;
    },
  };
}
