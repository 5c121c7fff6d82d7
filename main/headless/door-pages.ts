/** The few pages that a browser sees without a session: plain HTML without script or style, readable by anything. */

export function openedPage(): string {
  return page(
    'Opening Tandem',
    '<p><a href="/">Open Tandem</a></p>',
    // Not a redirect: a link that was clicked on another site would not bring the new SameSite=Strict cookie along.
    '<meta http-equiv="refresh" content="0; url=/">',
  );
}

export function unknownSessionPage(): string {
  return page(
    'Tandem does not know this browser yet',
    `<p>Open the link that Tandem printed when it started, or run <code>tandem open</code> in a terminal for a new one.</p>
<p>The link lets one browser in, so that no other program or person on this computer can use Tandem in your name.</p>`,
  );
}

export function usedLinkPage(): string {
  return page(
    'This link was used already',
    `<p>Each link opens Tandem once. Run <code>tandem open</code> in a terminal for a new one,
or restart Tandem: it prints one when it starts.</p>`,
  );
}

export function wrongHostPage(authority: string): string {
  return page(
    'Tandem is at another address',
    `<p>For your safety Tandem answers only at <a href="http://${authority}/">http://${authority}/</a>.</p>`,
  );
}

function page(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${title}</title>${head}</head>
<body><main><h1>${title}</h1>
${body}</main></body>
</html>
`;
}
