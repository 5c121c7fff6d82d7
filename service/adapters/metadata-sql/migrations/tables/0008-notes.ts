import { type QueryExecutorProvider, sql } from 'kysely';

/** Notes on items (metadata, comments, tasks), the search index, and recent items. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Metadata templates. fields is JSON: field ids and option ids never change, keys may.
  `create table metadata_template (
    id bigint primary key, scope text not null, template_key text not null, display_name text not null,
    hidden integer not null, copy_on_copy integer not null, fields text not null, version bigint not null,
    created_by bigint not null, created_at bigint not null, modified_at bigint not null)`,
  `create unique index metadata_template_key on metadata_template (scope, template_key)`,
  `create index metadata_template_scope on metadata_template (scope, id)`,

  // The metadata of one item for one template; template_id 0 is the template of free keys. item_values is JSON by field id (by key
  // for free keys) and holds option ids rather than labels.
  `create table metadata_instance (
    id bigint primary key, item_id bigint not null references item (id) on delete cascade, template_id bigint not null,
    version bigint not null, item_values text not null, created_by bigint not null, created_at bigint not null,
    modified_at bigint not null)`,
  `create unique index metadata_instance_item on metadata_instance (item_id, template_id)`,
  `create index metadata_instance_template on metadata_instance (template_id, item_id)`,

  // A second copy of instance values for filters, by owner of the item. One of the two value columns is set; owner_id follows the
  // item's. A row with an empty field marks an instance as present.
  `create table metadata_value (
    instance_id bigint not null references metadata_instance (id) on delete cascade, item_id bigint not null,
    owner_id bigint not null, template_id bigint not null, field text not null, text_value text, number_value double precision)`,
  `create index metadata_value_text on metadata_value (owner_id, template_id, field, text_value, item_id)`,
  `create index metadata_value_number on metadata_value (owner_id, template_id, field, number_value, item_id)`,
  `create index metadata_value_instance on metadata_value (instance_id)`,
  `create index metadata_value_item on metadata_value (item_id)`,

  // Comments on files; reply_to is set on a reply to another comment, which is deleted with it.
  `create table item_comment (
    id bigint primary key, item_id bigint not null references item (id) on delete cascade,
    reply_to bigint references item_comment (id) on delete cascade, message text not null, is_tagged integer not null,
    created_by bigint not null, created_at bigint not null, modified_at bigint not null)`,
  `create index item_comment_item on item_comment (item_id, id)`,
  `create index item_comment_reply on item_comment (reply_to) where reply_to is not null`,

  // Tasks on files, and their assignees.
  `create table task (
    id bigint primary key, item_id bigint not null references item (id) on delete cascade, action text not null,
    message text not null, due_at bigint, completion_rule text not null, created_by bigint not null,
    created_at bigint not null)`,
  `create index task_item on task (item_id, id)`,
  `create table task_assignment (
    id bigint primary key, task_id bigint not null references task (id) on delete cascade, assigned_to bigint not null,
    assigned_by bigint not null, message text not null, resolution_state text not null, assigned_at bigint not null,
    completed_at bigint)`,
  `create unique index task_assignment_person on task_assignment (task_id, assigned_to)`,

  // The search index. field is the place of the word (1 name, 2 description, 3 tags, 4 comments), source_id the comment it comes
  // from (0: the item itself). owner_id follows the item's, so that a search reads only the words of owners whose items the user
  // can see.
  `create table search_word (
    owner_id bigint not null, word text not null, item_id bigint not null references item (id) on delete cascade,
    field integer not null, source_id bigint not null, primary key (owner_id, word, item_id, field, source_id))`,
  `create index search_word_item on search_word (item_id, word)`,

  // A user's recent items, one row per item.
  `create table recent_item (
    user_id bigint not null, item_id bigint not null references item (id) on delete cascade, interaction text not null,
    interacted_at bigint not null, by_link integer not null, primary key (user_id, item_id))`,
  `create index recent_item_time on recent_item (user_id, interacted_at, item_id)`,
  `create index recent_item_age on recent_item (interacted_at)`,
  `create index recent_item_item on recent_item (item_id)`,
];
