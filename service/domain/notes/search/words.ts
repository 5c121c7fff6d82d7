/** Maximum indexed length of a word: longer words are compared by their start. */
const wordLength = 64;

const run = /[\p{L}\p{N}\p{M}]+/gu;

/** Scripts without spaces between words: each character counts as a word. */
const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const wordInRun = new RegExp(`[${unspaced}]\\p{M}*|[^${unspaced}]+`, 'gu');
const isPlain = /^[\da-z]*$/;

/**
 * The words of a text in order: runs of letters and digits, folded (NFKC, lower case), so that `Größe_2026.PDF` becomes `größe`,
 * `2026`, `pdf`.
 */
export function wordsOf(text: string): readonly string[] {
  const folded = text.normalize('NFKC').toLowerCase().normalize('NFC');
  const runs = folded.match(run) ?? [];
  const words = isPlain.test(runs.join('')) ? runs : runs.flatMap((letters) => letters.match(wordInRun) ?? []);
  return words.map((word) => word.slice(0, wordLength));
}
