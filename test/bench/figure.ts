/** One measured number; `beside` is a peer or a limit of the machine, measured in the same run. */
export type Figure = {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly beside?: { readonly what: string; readonly value: number };
};
