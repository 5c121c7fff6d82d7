import type { english } from './en/english.ts';

/**
 * The shape of every catalogue: that of the English one, with any words. A text that depends on a number or a name stays a function of
 * the same arguments.
 */
export type Texts = Widened<typeof english>;

type Widened<Text> = Text extends string
  ? string
  : Text extends (...args: infer Args) => string
    ? (...args: Args) => string
    : { readonly [Key in keyof Text]: Widened<Text[Key]> };
