import { fieldsInTrash } from '../../../../contract/fields.ts';
import { say } from '../../../../contract/rules/say.ts';
import { parameterRefusal } from '../../../domain/refusal.ts';
import { getTrashedFile, getTrashedFolder } from '../../../domain/tree/trash/get-trashed.ts';
import { listTrash } from '../../../domain/tree/trash/list-trash.ts';
import { purgeFile, purgeFolder } from '../../../domain/tree/trash/purge-item.ts';
import { restoreFile, restoreFolder } from '../../../domain/tree/trash/restore-item.ts';
import { pageRequest } from '../../answers/item-page.ts';
import { shownItem } from '../../answers/shown-item.ts';
import type { Handlers } from '../../handlers.ts';

/** The trash of both files and folders. */
export const trashHandlers = {
  async listTrash({ query }, { service, caller }) {
    if (query.usemarker && (query.sort !== undefined || query.direction !== undefined)) {
      throw parameterRefusal(
        'invalid_parameter',
        'sort',
        say`Marker-based listing of the trash has a fixed order. Omit sort and direction.`,
      );
    }
    return { status: 200, body: await listTrash(service, caller, pageRequest(query)) };
  },

  async getTrashedFolder({ params, query }, { service, caller }) {
    const folder = await getTrashedFolder(service, caller, params.folder_id);
    return { status: 200, body: await shownItem(folder, fieldsInTrash('folder', query.fields), { service, caller }) };
  },

  async getTrashedFile({ params, query }, { service, caller }) {
    const file = await getTrashedFile(service, caller, params.file_id);
    return { status: 200, body: await shownItem(file, fieldsInTrash('file', query.fields), { service, caller }) };
  },

  async restoreFolder({ params, query, body }, { service, caller }) {
    const { name, parent } = body ?? {};
    const folder = await restoreFolder(service, caller, { itemId: params.folder_id, name, parentId: parent?.id });
    return { status: 201, body: await shownItem(folder, fieldsInTrash('folder', query.fields), { service, caller }) };
  },

  async restoreFile({ params, query, body }, { service, caller }) {
    const { name, parent } = body ?? {};
    const file = await restoreFile(service, caller, { itemId: params.file_id, name, parentId: parent?.id });
    return { status: 201, body: await shownItem(file, fieldsInTrash('file', query.fields), { service, caller }) };
  },

  async purgeFolder({ params }, { service, caller }) {
    await purgeFolder(service, caller, params.folder_id);
    return { status: 204 };
  },

  async purgeFile({ params }, { service, caller }) {
    await purgeFile(service, caller, params.file_id);
    return { status: 204 };
  },
} satisfies Partial<Handlers>;
