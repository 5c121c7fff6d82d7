import { z } from 'zod';
import type { ItemId } from '../../../../main/engine/model/ids.ts';
import { type HostAnswer, type HostedService, type PersonName, SERVICE_URL } from '../service/service-host.ts';
import type { Item } from '../service/service-truth.ts';

/** A person on the service's pages: the same requests as a browser's, on a line without faults. False: refused. */
export type WebPerson = {
  createFolder(parent: ItemId, name: string): Promise<boolean>;
  upload(parent: ItemId, name: string, bytes: Uint8Array): Promise<boolean>;
  replace(file: Item, bytes: Uint8Array): Promise<boolean>;
  /** Updates any fields of the item: name, folder, description, lock. */
  update(item: Item, fields: Readonly<Record<string, unknown>>): Promise<boolean>;
  trash(item: Item): Promise<boolean>;
  restore(item: Item): Promise<boolean>;
  /** Sends any other request; returns the answer's JSON, or null if it was refused. */
  ask(method: string, path: string, body?: unknown): Promise<unknown>;
};

const BOUNDARY = 'a-part-of-the-form';

export function webPerson(hosted: HostedService, person: PersonName): WebPerson {
  const send = (method: string, path: string, body: Buffer | null, type: string): Promise<HostAnswer> => {
    const headers = {
      authorization: `Bearer ${hosted.tokens[person]}`,
      ...(body !== null && { 'content-type': type }),
    };
    return hosted.answer({ method, url: new URL(SERVICE_URL + path), headers, body });
  };
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const sent = body === undefined ? null : Buffer.from(JSON.stringify(body));
    const answer = await send(method, `/2.0${path}`, sent, 'application/json');
    if (answer.status >= 300) return null;
    return answer.body.length === 0 ? {} : JSON.parse(answer.body.toString());
  };
  const sendContent = async (path: string, attributes: unknown, bytes: Uint8Array): Promise<boolean> => {
    const part = (name: string): string => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${name}\r\n`;
    const head = `${part('name="attributes"')}\r\n${JSON.stringify(attributes)}\r\n${part('name="file"; filename="file"')}\r\n`;
    const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
    const answer = await send('POST', `/upload/2.0${path}`, body, `multipart/form-data; boundary=${BOUNDARY}`);
    return answer.status < 300;
  };
  const kindOf = (item: Item): string => (item.kind === 'file' ? 'files' : 'folders');
  return {
    ask,
    createFolder: async (parent, name) => (await ask('POST', '/folders', { name, parent: { id: parent } })) !== null,
    upload: (parent, name, bytes) => sendContent('/files/content', { name, parent: { id: parent } }, bytes),
    replace: (file, bytes) => sendContent(`/files/${file.id}/content`, { name: file.name }, bytes),
    update: async (item, fields) => (await ask('PUT', `/${kindOf(item)}/${item.id}`, fields)) !== null,
    trash: async (item) =>
      (await ask('DELETE', `/${kindOf(item)}/${item.id}${item.kind === 'folder' ? '?recursive=true' : ''}`)) !== null,
    restore: async (item) => (await ask('POST', `/${kindOf(item)}/${item.id}`, {})) !== null,
  };
}

const made = z.looseObject({ id: z.string() });
/** The id of a created item. Throws if the request was refused. */
export function idOfMade(answer: unknown): string {
  return made.parse(answer).id;
}
