/** Leaves credentials out of a text: those in URLs, and tokens in headers. */
export function withoutSecrets(text: string): string {
  return text
    .replaceAll(/(https?:\/\/)[^/\s"@]+@/g, '$1…@')
    .replaceAll(/([?&](?:token|access_token|refresh_token|code|key)=)[^&\s"]+/g, '$1…')
    .replaceAll(/(Bearer )[\x21-\x7e]+/g, '$1…');
}
