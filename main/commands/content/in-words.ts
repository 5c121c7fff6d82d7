import { sayInGerman } from '../../../preload/words/de/say-in-german.ts';
import { sayInEnglish } from '../../../preload/words/en/english.ts';
import { languageOf } from '../../../preload/words/languages.ts';
import type { ContentAnswer, OpenedContent } from './content-answer.ts';
import { once } from './once.ts';

/** The answer, with a refusal as text in the page's language. `languages`: the `Accept-Language` header. */
export function contentInWords(answer: ContentAnswer, languages: string | null): OpenedContent {
  if (!('says' in answer)) return answer;
  const { status, headers, says } = answer;
  const language = languageOf((languages ?? '').split(',').map((tag) => tag.split(';')[0]?.trim() ?? ''));
  const say = language === 'de' ? sayInGerman(Date.now) : sayInEnglish(Date.now);
  const text = new TextEncoder().encode(say(says));
  const ofText = {
    ...headers,
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(text.byteLength),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  return { status, headers: ofText, body: once(text) };
}
