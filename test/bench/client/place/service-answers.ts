import type { ClientPlace } from './client-place.ts';

type Access = ClientPlace['access'];
type Entry = { readonly type: string; readonly id: string; readonly name: string; readonly sha1?: string };

/** One request to the service as the person of the bench. */
export async function askService<T>({ baseUrl, token }: Access, method: string, path: string, body?: object) {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  const text = await response.text();
  return (text === '' ? null : JSON.parse(text)) as T;
}

/** The first 1,000 items of a folder, with the compared fields. */
export const itemsOf = async (access: Access, folder: string): Promise<readonly Entry[]> =>
  (await askService<{ entries: Entry[] }>(access, 'GET', `/folders/${folder}/items?limit=1000&fields=name,sha1`))
    .entries;

/** Every file below the top folder, by its path. */
export async function filesOf(access: Access): Promise<ReadonlyMap<string, Entry>> {
  const files = new Map<string, Entry>();
  const waiting = [{ id: '0', path: '' }];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of await itemsOf(access, folder.id)) {
      const path = folder.path === '' ? entry.name : `${folder.path}/${entry.name}`;
      if (entry.type === 'folder') waiting.push({ id: entry.id, path });
      else files.set(path, entry);
    }
  }
  return files;
}
