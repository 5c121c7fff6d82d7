import type { englishAdministration } from './en/administration.ts';
import type { english } from './en/english.ts';

/**
 * The shape of every catalogue: that of the English one, with any words. A text that depends on a number or a name stays a function of
 * the same arguments.
 */
export type Texts = Widened<typeof english>;
/** The same, of the catalogue of administrators. */
export type AdministrationTexts = Widened<typeof englishAdministration>;

type Widened<Text> = Text extends string
  ? string
  : Text extends (...args: infer Args) => string
    ? (...args: Args) => string
    : { readonly [Key in keyof Text]: Widened<Text[Key]> };
