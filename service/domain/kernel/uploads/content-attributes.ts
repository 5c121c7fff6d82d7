/** What an uploader may send along with a content. Absent: a new file gets the defaults, and a new version leaves the file as it was. */
export interface ContentAttributes {
  /** Milliseconds since the epoch. */
  readonly contentCreatedAt?: number | undefined;
  readonly contentModifiedAt?: number | undefined;
  readonly description?: string | undefined;
}

/** Only these attributes of an upload. */
export function contentAttributesOf({
  contentCreatedAt,
  contentModifiedAt,
  description,
}: ContentAttributes): ContentAttributes {
  return { contentCreatedAt, contentModifiedAt, description };
}
