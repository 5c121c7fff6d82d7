import type { Item } from '../../../../contract/resources/items/item-collection.ts';
import { type Command, defineCommand } from '../../command.ts';
import type { OpenConnection } from '../../open/open-connection.ts';
import { printableName } from '../../terminal/terminal.ts';
import { formatBytes } from '../../words/format.ts';

/** `tandem ls [FOLDER_ID or PATH]`: lists a folder of the service; the root without an argument. */
export function lsCommand(open: OpenConnection): Command {
  return defineCommand({
    name: 'ls',
    summary: 'list a folder on the service',
    usage: 'ls [FOLDER_ID or PATH] [--json]',
    takes: 1,
    options: {},
    run: async ({ flags, positionals, terminal, signal }) => {
      const { findFolder, listAll } = await import('../../words/remote-path.ts');
      const connection = await open(flags);
      try {
        const folderId = await findFolder(connection.client, positionals[0] ?? '0', signal);
        const { items, leftOut } = await listAll(connection.client, folderId, signal);
        if (flags.json) terminal.result(JSON.stringify(items.map(asJson)));
        else for (const item of items) terminal.result(line(item));
        if (leftOut > 0) terminal.complain(leftOutSentence(leftOut));
        return 0;
      } finally {
        await connection.client.close();
      }
    },
  });
}

const leftOutSentence = (count: number): string =>
  count === 1
    ? '1 more item is not listed because Tandem does not support its type.'
    : `${count} more items are not listed because Tandem does not support their type.`;

function asJson(item: Item) {
  const file = item.type === 'file' ? { size: item.size, sha1: item.sha1 } : {};
  return { id: item.id, type: item.type, name: item.name, etag: item.etag, ...file };
}

function line(item: Item): string {
  const size = item.type === 'file' ? formatBytes(item.size ?? 0) : '';
  const name = item.type === 'folder' ? `${item.name}/` : item.name;
  return `${printableName(item.id).padStart(12)}  ${size.padStart(9)}  ${printableName(name ?? '')}`;
}
