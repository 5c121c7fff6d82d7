import type { ContentAttributes } from '../../domain/kernel/uploads/content-attributes.ts';

/** The dates of a content in a request. */
interface StatedDates {
  readonly content_created_at?: string | undefined;
  readonly content_modified_at?: string | undefined;
}

/** What a request sends along with a content. */
export type StatedAttributes = StatedDates & Pick<ContentAttributes, 'description'>;

/** The two content dates of a request, in milliseconds since the epoch. */
export function contentDates(body: StatedDates): Pick<ContentAttributes, 'contentCreatedAt' | 'contentModifiedAt'> {
  return { contentCreatedAt: time(body.content_created_at), contentModifiedAt: time(body.content_modified_at) };
}

/** The attributes of the content in an upload. */
export function contentAttributes({ description, ...dates }: StatedAttributes): ContentAttributes {
  return { ...contentDates(dates), description };
}

function time(moment: string | undefined): number | undefined {
  return moment === undefined ? undefined : Date.parse(moment);
}
