import { plainEnglish } from '../../preload/words/en/english.ts';
import type { Words } from '../../preload/words/message.ts';

/** An error for a person, in words of any language. `code` is stable; `message` and `remedy` are the English words. */
export class ExplainedError extends Error {
  readonly code: string;
  readonly says: Words;
  readonly fix: Words;
  constructor(code: string, says: Words, fix: Words, options?: { cause?: unknown }) {
    super(plainEnglish(says), options);
    this.name = new.target.name;
    this.code = code;
    this.says = says;
    this.fix = fix;
  }

  get remedy(): string {
    return plainEnglish(this.fix);
  }
}
