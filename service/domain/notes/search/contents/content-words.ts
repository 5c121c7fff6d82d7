import { limits } from '../../../../../contract/rules/limits.ts';
import { wordsOf } from '../words.ts';

/** Characters whose words are found in one turn. */
const portion = 32 * 1024;

/** The words of a content in their order, up to a limit of bytes of UTF-8 with a space behind each, found portion by portion, so that others need not wait for a long text. */
export async function contentWords(
  text: string,
  mostBytes: number = limits.searchedWordBytes,
): Promise<readonly string[]> {
  const words: string[] = [];
  let left = mostBytes;
  for (let start = 0; start < text.length; ) {
    const end = endOfPortion(text, start);
    for (const word of wordsOf(text.slice(start, end))) {
      left -= Buffer.byteLength(word) + 1;
      if (left < 0) return words;
      words.push(word);
    }
    start = end;
    if (start < text.length) await new Promise(setImmediate);
  }
  return words;
}

/** Behind the last white space of the portion, if it has any: no word continues there. */
function endOfPortion(text: string, start: number): number {
  const end = start + portion;
  if (end >= text.length) return text.length;
  const last = text.slice(start, end).search(/\s\S*$/);
  return last <= 0 ? end : start + last + 1;
}
