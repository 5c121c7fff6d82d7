import type { Octets } from '../../../contract/operation.ts';
import type { Words } from '../../../preload/words/message.ts';
import type { ContentHeaders } from './content-headers.ts';

type Head = { readonly status: number; readonly headers: ContentHeaders };

/** `body` null: headers only. */
export type OpenedContent = Head & { readonly body: Octets | null };

/** `says`: why there is no content. The host writes it in the language of the page (`in-words.ts`). */
export type RefusedContent = Head & { readonly says: Words };

export type ContentAnswer = OpenedContent | RefusedContent;
