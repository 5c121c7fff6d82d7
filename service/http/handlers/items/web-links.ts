import { fieldsInTrash, selectFields } from '../../../../contract/fields.ts';
import { getTrashedWebLink } from '../../../domain/tree/trash/get-trashed.ts';
import { purgeWebLink } from '../../../domain/tree/trash/purge-item.ts';
import { restoreWebLink } from '../../../domain/tree/trash/restore-item.ts';
import { createWebLink } from '../../../domain/tree/web-links/create-web-link.ts';
import { deleteWebLink } from '../../../domain/tree/web-links/delete-web-link.ts';
import { getWebLink } from '../../../domain/tree/web-links/get-web-link.ts';
import { updateWebLink } from '../../../domain/tree/web-links/update-web-link.ts';
import type { Handlers } from '../../handlers.ts';
import { sharedLinkInput } from '../../requests/shared-link-input.ts';

/** Web links: creating, reading, updating, deleting and restoring. */
export const webLinkHandlers = {
  async createWebLink({ query, body }, { service, caller }) {
    const { url, parent, name, description } = body;
    const webLink = await createWebLink(service, caller, { url, parentId: parent.id, name, description });
    return { status: 201, body: selectFields(webLink, query.fields) };
  },

  async getWebLink({ params, query, headers }, { service, caller }) {
    const ifNoneMatch = headers['if-none-match'];
    const webLink = await getWebLink(service, caller, { webLinkId: params.web_link_id, ifNoneMatch });
    if (webLink === 'not_modified') return { status: 304 };
    return { status: 200, body: selectFields(webLink, query.fields) };
  },

  async updateWebLink({ params, query, headers, body }, { service, caller }) {
    const { url, parent, name, description } = body ?? {};
    const { kind, webLink } = await updateWebLink(service, caller, {
      webLinkId: params.web_link_id,
      ifMatch: headers['if-match'],
      sharedLink: sharedLinkInput(body?.shared_link),
      collectionIds: body?.collections,
      parentId: parent?.id,
      url,
      name,
      description,
    });
    if (kind === 'updated') return { status: 200, body: selectFields(webLink, query.fields) };
    return { status: 201, body: selectFields(webLink, fieldsInTrash('web_link', query.fields)) };
  },

  async restoreWebLink({ params, query, body }, { service, caller }) {
    const { name, parent } = body ?? {};
    const webLink = await restoreWebLink(service, caller, { itemId: params.web_link_id, name, parentId: parent?.id });
    return { status: 201, body: selectFields(webLink, fieldsInTrash('web_link', query.fields)) };
  },

  async deleteWebLink({ params, headers }, { service, caller }) {
    await deleteWebLink(service, caller, { webLinkId: params.web_link_id, ifMatch: headers['if-match'] });
    return { status: 204 };
  },

  async getTrashedWebLink({ params, query }, { service, caller }) {
    const webLink = await getTrashedWebLink(service, caller, params.web_link_id);
    return { status: 200, body: selectFields(webLink, fieldsInTrash('web_link', query.fields)) };
  },

  async purgeWebLink({ params }, { service, caller }) {
    await purgeWebLink(service, caller, params.web_link_id);
    return { status: 204 };
  },
} satisfies Partial<Handlers>;
