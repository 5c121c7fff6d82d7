/** One measured number; `beside` is a peer or a limit of the machine, measured in the same run. */
export type Figure = {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly beside?: Beside;
  /** Several of them, in the same unit. */
  readonly peers?: readonly Beside[];
  /** The limit that keeps it from being better, in a few words. */
  readonly bound?: string;
  /** The most that it should be, in the same unit. */
  readonly wanted?: number;
};

export type Beside = { readonly what: string; readonly value: number };
