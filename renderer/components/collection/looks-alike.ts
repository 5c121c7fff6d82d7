/** Whether a row or tile would look the same again. Its attributes are created on each render, so they are compared one by one. */
export function looksAlike<Props extends { readonly data: object | undefined }>(
  { data: before, ...one }: Props,
  { data: after, ...other }: Props,
): boolean {
  return isAlike(one, other) && isAlike(before ?? {}, after ?? {});
}

function isAlike(one: object, other: object): boolean {
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.is(Reflect.get(one, key), Reflect.get(other, key)))
  );
}
