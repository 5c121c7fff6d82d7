import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pagePolicy } from '../../../preload/ipc/transport/page-policy.ts';
import type { Say } from '../../../preload/words/wording.ts';
import type { OpenedContent } from '../../commands/content/content-answer.ts';
import { contentRequestOf } from '../../commands/content/content-request.ts';
import type { ContentSource } from '../../commands/content/content-source.ts';
import { contentInWords } from '../../commands/content/in-words.ts';
import { type PageChoices, pageWithChoices } from '../../commands/settings/page-choices.ts';
import type { ElectronModule } from '../electron-module.ts';

/**
 * The window's page has its own origin, `tandem-window://app`, instead of `file://`. So its policy can allow only content that came
 * with the application, and a local file that the user opens is foreign.
 */
const pageScheme = 'tandem-window';

/** The page's URL; the hash selects the place in the window. */
export const pageUrl = `${pageScheme}://app/`;

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** True for URLs of the window's own page. Everything else is foreign. */
export function isPageUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.protocol === `${pageScheme}:` && url.host === 'app';
}

/** Declares the scheme. Electron accepts it only before the application is ready. */
export function declarePageScheme(protocol: ElectronModule['protocol']): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: pageScheme,
      // `stream`: audio and video play while they load.
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true, stream: true },
    },
  ]);
}

type PageParts = {
  /** The built window: nothing outside of it is served. */
  readonly folder: string;
  /** File contents on the service, below `/content/`. */
  readonly contents: ContentSource;
  /** What the page shows from its first frame. Read for each page. */
  readonly settings: { readonly current: () => PageChoices };
  /** In the language of the shell, since requests of this scheme name none. */
  readonly say: Say;
};

/** Serves the window's page and contents. */
export function servePage(protocol: ElectronModule['protocol'], parts: PageParts): void {
  protocol.handle(pageScheme, async (request) => {
    const wanted = isPageUrl(request.url)
      ? contentRequestOf({
          method: request.method,
          address: request.url,
          range: request.headers.get('range'),
          ifRange: request.headers.get('if-range'),
        })
      : null;
    if (wanted === null) return answerPage(parts, request);
    // The request's own signal never aborts in Electron. A reader that stops cancels the stream.
    const stopped = new AbortController();
    const answer = await parts.contents.answer(wanted, stopped.signal);
    return responseOf(contentInWords(answer, parts.say), wanted.isHead, stopped);
  });
}

/** Streamed: never holds a whole file in memory. */
function responseOf({ status, headers, body }: OpenedContent, isHead: boolean, stopped: AbortController): Response {
  const bytes = body === null || isHead ? null : streamOf(body, stopped);
  return new Response(bytes, { status, headers: { ...headers } });
}

function streamOf(body: AsyncIterable<Uint8Array>, stopped: AbortController): ReadableStream<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    // Stopping the video cancels the read.
    async cancel() {
      stopped.abort();
      await chunks.return?.();
    },
  });
}

async function answerPage({ folder, settings }: PageParts, request: Request): Promise<Response> {
  if (!isPageUrl(request.url) || request.method !== 'GET') return new Response('', { status: 404 });
  const file = fileOf(folder, new URL(request.url).pathname);
  const body = file === undefined ? undefined : await readIfThere(file);
  if (file === undefined || body === undefined) return new Response('', { status: 404 });
  const isPage = file === path.resolve(folder, 'index.html');
  return new Response(isPage ? pageWithChoices(body.toString('utf8'), settings.current()) : new Uint8Array(body), {
    headers: {
      'Content-Type': contentTypes[path.extname(file)] ?? 'application/octet-stream',
      'Content-Security-Policy': pagePolicy(),
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-cache',
    },
  });
}

/** The file for a URL; undefined if it is outside the folder or not a valid path. */
function fileOf(folder: string, pathname: string): string | undefined {
  try {
    const wanted = decodeURIComponent(pathname);
    const file = path.resolve(folder, `.${path.posix.resolve('/', wanted === '/' ? '/index.html' : wanted)}`);
    return file.startsWith(`${path.resolve(folder)}${path.sep}`) ? file : undefined;
  } catch {
    // A malformed escape sequence.
    return undefined;
  }
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch {
    // Missing and unreadable files look the same to a page.
    return undefined;
  }
}
