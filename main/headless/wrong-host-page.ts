const title = 'Open Tandem by its link';

/** The page for requests under another host name: plain HTML without scripts or styles. It doesn't say the right one to whoever asks. */
export const wrongHostPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${title}</title></head>
<body><main><h1>${title}</h1>
<p>For your safety, this window only opens by the link that Tandem printed. For a new one, run <code>tandem open</code> in a terminal, or <code>npm start</code> if you start Tandem with it.</p></main></body>
</html>
`;
