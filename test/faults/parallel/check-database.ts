import pg from 'pg';
import type { History } from './history.ts';

type Item = {
  readonly id: number;
  readonly kind: number;
  readonly owner_id: number;
  readonly parent_id: number | null;
  readonly name: string;
  readonly etag: number;
  readonly size: number;
  readonly sha1: string | null;
  readonly trashed_at: number | null;
};

/** Events that come with a new etag of their item. */
const raising =
  "('ITEM_UPLOAD', 'ITEM_RENAME', 'ITEM_MOVE', 'ITEM_TRASH', 'ITEM_UNDELETE_VIA_TRASH', 'ITEM_COPY', 'ITEM_CREATE')";

/** Checks the tables against their invariants, and against the acknowledged changes. */
export async function checkDatabase(url: string, history: History): Promise<void> {
  pg.types.setTypeParser(20, Number);
  pg.types.setTypeParser(1700, Number);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const rows = async <Row>(text: string) => (await client.query(text)).rows as readonly Row[];
  try {
    const items = await rows<Item>('select * from item');
    checkItems(items, history);
    checkFolderSizes(items, history.violations);
    checkEtags(items, await rows<EtagRow>(etagsOfEvents), history.violations);
    for (const [sentence, query] of mustBeEmpty) {
      for (const row of await rows<object>(query)) history.violations.push(`${sentence}: ${JSON.stringify(row)}`);
    }
  } finally {
    await client.end();
  }
}

/** Each of these queries finds violations. */
const mustBeEmpty: readonly (readonly [sentence: string, query: string])[] = [
  [
    'Two live items have one name',
    `select parent_id, name_key, count(*) from item where trashed_at is null and parent_id is not null
      group by 1, 2 having count(*) > 1`,
  ],
  [
    'The space of a person is not the sum of their versions',
    `select u.id, u.space_used, coalesce(sum(v.size), 0) as versions from "user" u
      left join item i on i.owner_id = u.id left join file_version v on v.file_id = i.id
      group by u.id, u.space_used having u.space_used <> coalesce(sum(v.size), 0)`,
  ],
  [
    'A child has another owner than its folder',
    `select c.id, c.owner_id, p.owner_id as above from item c join item p on p.id = c.parent_id where c.owner_id <> p.owner_id`,
  ],
  [
    'A current version is not of its file',
    `select i.id, i.version_id from item i left join file_version v on v.id = i.version_id and v.file_id = i.id
      where i.kind = 1 and (v.id is null or v.sha1 <> i.sha1 or v.size <> i.size or v.number <> i.version_number)`,
  ],
  [
    'The words of an item are indexed for another owner',
    `select d.item_id, d.owner_id from search_document d join item i on i.id = d.item_id where d.owner_id <> i.owner_id limit 5`,
  ],
  [
    'A stream has an event behind its head',
    `select r.user_id, max(r.position), max(h.position) as head from event_recipient r
      left join stream_head h on h.user_id = r.user_id group by r.user_id
      having max(h.position) is null or max(r.position) > max(h.position)`,
  ],
  [
    'A stream is not in the order of the numbers of its events',
    `select * from (select user_id, position, event_number, lag(event_number) over (partition by user_id order by position) as before
      from event_recipient) as stream where before >= event_number limit 5`,
  ],
  [
    'The administrators, who read their log to its end, miss an event',
    `select number, event_type from event where admin_type is not null and admin_position is null limit 5`,
  ],
  [
    'One root shows a name twice',
    `select user_id, name, count(*) from (
        select c.user_id, coalesce(s.name, i.name) as name from collaboration c join item i on i.id = c.item_id
          left join shown_name s on s.user_id = c.user_id and s.item_id = c.item_id
          where c.status = 'accepted' and c.is_access_only = 0 and i.trashed_at is null
        union all
        select u.id, i.name from "user" u join item i on i.parent_id = u.root_id where i.trashed_at is null) as shown
      group by 1, 2 having count(*) > 1`,
  ],
];

type EtagRow = { readonly item_id: number; readonly etags: readonly number[] };

const etagsOfEvents = `
  select (source::jsonb -> 'item' ->> 'id')::bigint as item_id,
    array_agg((source::jsonb -> 'item' ->> 'etag')::int order by (source::jsonb -> 'item' ->> 'etag')::int) as etags
  from event where event_type in ${raising} and source::jsonb ->> 'kind' = 'item' group by 1`;

/** Every etag of an item has exactly one event: a change that overwrote another one would give the same etag twice. */
function checkEtags(items: readonly Item[], rows: readonly EtagRow[], violations: string[]): void {
  const current = new Map(items.map((item) => [item.id, item.etag]));
  for (const { item_id: id, etags } of rows) {
    const isGapless = etags.every((etag, index) => etag === index + (etags[0] ?? 0));
    if (!isGapless) violations.push(`The events of item ${id} have the etags ${etags.join(', ')}.`);
    const etag = current.get(id);
    if (etag !== undefined && etag !== etags.at(-1)) {
      violations.push(`Item ${id} has the etag ${etag}, and its last event ${etags.at(-1)}.`);
    }
  }
}

function checkItems(items: readonly Item[], { items: known, purged, violations }: History): void {
  const byId = new Map(items.map((item) => [String(item.id), item]));
  for (const { id, etag, name, sha1, isTrashed } of known.values()) {
    const item = byId.get(id);
    if (item === undefined) {
      if (!purged.has(id)) violations.push(`The file ${id} ("${name}") was acknowledged and is gone.`);
      continue;
    }
    if (item.etag < Number(etag)) violations.push(`The file ${id} lost a change: etag ${item.etag}, not ${etag}.`);
    const isSame = item.name === name && item.sha1 === sha1 && (item.trashed_at !== null) === isTrashed;
    if (item.etag === Number(etag) && !isSame) violations.push(`The file ${id} is not what its last change left.`);
  }
}

/** The size of a folder is the sum of the live files below it. */
function checkFolderSizes(items: readonly Item[], violations: string[]): void {
  const children = Map.groupBy(
    items.filter(({ trashed_at: trashedAt }) => trashedAt === null),
    (item) => item.parent_id,
  );
  const sizeOf = (item: Item): number =>
    item.kind === 0 ? (children.get(item.id) ?? []).reduce((sum, child) => sum + sizeOf(child), 0) : item.size;
  for (const item of items) {
    if (item.kind !== 0 || sizeOf(item) === item.size) continue;
    violations.push(
      `Folder ${item.id} ("${item.name}") has the size ${item.size}; its files add up to ${sizeOf(item)}.`,
    );
  }
}
