import { request } from 'undici';

/** A page as received by a browser without scripts. */
export interface SeenPage {
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** A browser that keeps cookies and fills in forms. It follows no redirects by itself, so a test sees every step. */
export interface ScriptedBrowser {
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<SeenPage>;
  /** Submits a page's form with its hidden fields and the typed values; `action` selects one of several forms. */
  submit(page: SeenPage, typed?: Readonly<Record<string, string>>, action?: string): Promise<SeenPage>;
  /** Posts raw fields, or a form with files. */
  post(path: string, fields: Readonly<Record<string, string>> | FormData): Promise<SeenPage>;
  /** Follows the redirect of a page. */
  follow(page: SeenPage): Promise<SeenPage>;
}

/** @param origin scheme, host and port of the service. @param always headers for every request, as a proxy adds them. */
export function browserOf(origin: string, always: Readonly<Record<string, string>> = {}): ScriptedBrowser {
  const cookies = new Map<string, string>();
  const send = async (
    method: 'GET' | 'POST',
    url: string,
    body?: string | FormData,
    more: Readonly<Record<string, string>> = {},
  ): Promise<SeenPage> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const encoded = body === undefined ? null : await encodeForm(body);
    const type: Readonly<Record<string, string>> = encoded === null ? {} : { 'content-type': encoded.type };
    const answer = await request(url, {
      method,
      headers: { cookie, ...type, ...always, ...more },
      ...(encoded === null ? {} : { body: encoded.bytes }),
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return { url, status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  };
  const absolute = (path: string) => new URL(path, origin).href;
  const post: ScriptedBrowser['post'] = (path, fields) =>
    send('POST', absolute(path), isForm(fields) ? fields : new URLSearchParams(fields).toString());
  return {
    get: (path, headers) => send('GET', absolute(path), undefined, headers),
    post,
    submit: (page, typed = {}, action) => {
      const form = formIn(page.text, action);
      return post(form.action, { ...form.hidden, ...typed });
    },
    follow: (page) => send('GET', new URL(String(page.headers['location']), page.url).href),
  };
}

/** Encodes a form in memory: in some processes undici never begins to send a form that holds files. */
async function encodeForm(body: string | FormData): Promise<{ readonly type: string; readonly bytes: Buffer }> {
  if (typeof body === 'string') return { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(body) };
  const encoded = new Response(body);
  return { type: encoded.headers.get('content-type') ?? '', bytes: Buffer.from(await encoded.arrayBuffer()) };
}

function isForm(fields: Parameters<ScriptedBrowser['post']>[1]): fields is FormData {
  return Symbol.iterator in fields;
}

function formIn(text: string, action: string | undefined) {
  const forms = [...text.matchAll(/<form method="post" action="([^"]*)">(.*?)<\/form>/gs)];
  const [, address = '', content = ''] = forms.find((form) => action === undefined || form[1] === action) ?? [];
  if (address === '') throw new Error(`The page has no form${action === undefined ? '' : ` for ${action}`}: ${text}`);
  const fields = [...content.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  return {
    action: unescaped(address),
    hidden: Object.fromEntries(fields.map(([, name = '', value = '']) => [name, unescaped(value)])),
  };
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function unescaped(text: string): string {
  return text.replaceAll(/&(\w+|#\d+);/g, (whole, name: string) => entities[name] ?? whole);
}
