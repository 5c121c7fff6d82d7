export async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
