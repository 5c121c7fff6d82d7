/** The two content dates of a request, in milliseconds since the epoch. */
export function contentDates(body: {
  readonly content_created_at?: string | undefined;
  readonly content_modified_at?: string | undefined;
}): { readonly contentCreatedAt: number | undefined; readonly contentModifiedAt: number | undefined } {
  return { contentCreatedAt: time(body.content_created_at), contentModifiedAt: time(body.content_modified_at) };
}

function time(moment: string | undefined): number | undefined {
  return moment === undefined ? undefined : Date.parse(moment);
}
