import { sayInGerman } from '../../../preload/words/de/say-in-german.ts';
import { sayInEnglish } from '../../../preload/words/en/english.ts';
import { languageOf } from '../../../preload/words/languages.ts';
import type { Say } from '../../../preload/words/wording.ts';
import type { ContentAnswer, OpenedContent } from './content-answer.ts';
import { once } from './once.ts';

/** In the first available language of an `Accept-Language` header; English without one. */
export function sayTo(acceptLanguage: string | null): Say {
  const language = languageOf((acceptLanguage ?? '').split(',').map((tag) => tag.split(';')[0]?.trim() ?? ''));
  return language === 'de' ? sayInGerman(Date.now) : sayInEnglish(Date.now);
}

/** The answer, with a refusal as text. */
export function contentInWords(answer: ContentAnswer, say: Say): OpenedContent {
  if (!('says' in answer)) return answer;
  const { status, headers, says } = answer;
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
