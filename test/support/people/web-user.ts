import { fetch as fetchOver } from 'undici';
import { socketAgent } from '../service/callers/socket-agent.ts';

/** A person over plain HTTP, for actions on the service's own pages while clients sync. */
export type WebUser = ReturnType<typeof webUser>;

export type WebItem = {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly etag: string;
  readonly sha1?: string;
};

type Address = {
  readonly baseUrl: string;
  readonly uploadUrl: string;
  readonly socket?: string | { readonly path: string } | undefined;
};

export function webUser(service: Address, token: string) {
  const socket = typeof service.socket === 'object' ? service.socket.path : service.socket;
  // The service listens on a socket. Use one connection per request because this person is never closed.
  const fetch: typeof globalThis.fetch =
    socket === undefined
      ? globalThis.fetch
      : async (input, init) => {
          const dispatcher = socketAgent(socket, { pipelining: 0 });
          const request = new Request(input, init);
          const { method, url, headers } = request;
          const body = method === 'GET' ? null : await request.arrayBuffer();
          const answer = await fetchOver(url, { method, headers: [...headers], body, dispatcher });
          const bytes = await answer.arrayBuffer();
          await dispatcher.close();
          const isEmpty = answer.status === 204 || answer.status === 304;
          return new Response(isEmpty ? null : bytes, { status: answer.status, headers: [...answer.headers] });
        };
  const authorization = `Bearer ${token}`;
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${service.baseUrl}${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const send = async (
    path: string,
    attributes: unknown,
    content: string | Uint8Array,
    headers: Record<string, string> = {},
  ) => {
    const form = new FormData();
    form.append('attributes', JSON.stringify(attributes));
    form.append('file', new Blob([content as BlobPart]));
    const answer = await fetch(`${service.uploadUrl}${path}`, {
      method: 'POST',
      headers: { authorization, ...headers },
      body: form,
    });
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { entries: WebItem[] }).entries[0] as WebItem;
  };
  const items = async (folder: string): Promise<WebItem[]> =>
    ((await call('GET', `/folders/${folder}/items?limit=1000&fields=name,etag,sha1`)) as { entries: WebItem[] })
      .entries;
  return {
    call,
    /** Status of a page by its URL, without signing in. */
    visit: async (url: string): Promise<number> => (await fetch(url)).status,
    items,
    find: async (folder: string, name: string) => (await items(folder)).find((item) => item.name === name),
    createFolder: (parent: string, name: string): Promise<WebItem> =>
      call('POST', '/folders', { name, parent: { id: parent } }),
    upload: (parent: string, name: string, content: string | Uint8Array) =>
      send('/files/content', { name, parent: { id: parent } }, content),
    replace: (file: string, name: string, content: string | Uint8Array) =>
      send(`/files/${file}/content`, { name }, content),
    update: (item: WebItem, change: unknown): Promise<WebItem> => call('PUT', `/${item.type}s/${item.id}`, change),
    trash: (item: WebItem) =>
      call('DELETE', `/${item.type}s/${item.id}${item.type === 'folder' ? '?recursive=true' : ''}`),
    restore: (item: WebItem): Promise<WebItem> => call('POST', `/${item.type}s/${item.id}`, {}),
    read: async (file: string): Promise<Buffer> => {
      const answer = await fetch(`${service.baseUrl}/files/${file}/content`, { headers: { authorization } });
      if (!answer.ok) throw new Error(`GET content of ${file}: ${answer.status}`);
      return Buffer.from(await answer.arrayBuffer());
    },
  };
}
