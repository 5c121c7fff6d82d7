/** The page for requests under another host name: plain HTML without scripts or styles. */
export function wrongHostPage(authority: string): string {
  const title = 'Tandem is at another address';
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${title}</title></head>
<body><main><h1>${title}</h1>
<p>For your safety Tandem answers only at <a href="http://${authority}/">http://${authority}/</a>.</p></main></body>
</html>
`;
}
