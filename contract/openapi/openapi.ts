import { z } from 'zod';
import { errorStatus, keyErrors, sharedErrors } from '../error-codes.ts';
import { idempotencyKey, keyText, REPLAYED_HEADER, takesKey } from '../idempotency.ts';
import type { Answer, Operation, RequestBody } from '../operation.ts';
import { operations } from '../operations.ts';
import { errorBody } from '../resources/error.ts';
import { legalHoldPolicy, legalHoldPolicyAssignment } from '../resources/governance/legal-hold.ts';
import { retentionPolicy, retentionPolicyAssignment } from '../resources/governance/retention-policy.ts';
import { file } from '../resources/items/file.ts';
import { fileVersion } from '../resources/items/file-version.ts';
import { folder } from '../resources/items/folder.ts';
import { folderMini } from '../resources/items/folder-mini.ts';
import { folderWithItems, itemsByMarker, itemsByOffset } from '../resources/items/item-collection.ts';
import { uploadPart, uploadSession } from '../resources/items/upload-session.ts';
import { webLink } from '../resources/items/web-link.ts';
import { comment } from '../resources/notes/comment.ts';
import { metadataInstance } from '../resources/notes/metadata-instance.ts';
import { metadataTemplate } from '../resources/notes/metadata-template.ts';
import { task, taskAssignment } from '../resources/notes/task.ts';
import { user, userMini } from '../resources/people/user.ts';
import { collaboration } from '../resources/sharing/collaboration.ts';
import { sharedLink } from '../resources/sharing/shared-link.ts';
import { event, realtimeServer } from '../resources/streams/event.ts';
import { storedAnswer } from '../resources/streams/idempotency-key.ts';
import { recentItem } from '../resources/streams/recent-item.ts';
import { hub } from '../resources/surfaces/hub.ts';
import { hubCollaboration } from '../resources/surfaces/hub-collaboration.ts';
import { securityOf, securitySchemes, sharedLinkText } from './openapi-security.ts';

type Json = { [key: string]: unknown };

/** Schemas that the document defines once, under `components/schemas`. */
const named = {
  Collaboration: collaboration,
  Error: errorBody,
  Event: event,
  File: file,
  FileVersion: fileVersion,
  Folder: folder,
  FolderMini: folderMini,
  FolderWithItems: folderWithItems,
  Hub: hub,
  HubCollaboration: hubCollaboration,
  ItemsByMarker: itemsByMarker,
  ItemsByOffset: itemsByOffset,
  MetadataInstance: metadataInstance,
  MetadataTemplate: metadataTemplate,
  LegalHoldPolicy: legalHoldPolicy,
  LegalHoldPolicyAssignment: legalHoldPolicyAssignment,
  RealtimeServer: realtimeServer,
  RetentionPolicy: retentionPolicy,
  RetentionPolicyAssignment: retentionPolicyAssignment,
  RecentItem: recentItem,
  Comment: comment,
  Task: task,
  TaskAssignment: taskAssignment,
  SharedLink: sharedLink,
  UploadPart: uploadPart,
  UploadSession: uploadSession,
  User: user,
  UserMini: userMini,
  StoredAnswer: storedAnswer,
  WebLink: webLink,
};

/**
 * The OpenAPI 3.1 document of the service, derived from the operation table.
 * @param urls absolute `{base_url}` and `{upload_url}`, each with the version segment.
 */
export function openApiDocument(urls: { readonly baseUrl: string; readonly uploadUrl: string }): Json {
  const shapes = schemaWriter();
  const paths: { [path: string]: Json } = {};
  for (const declared of Object.values(operations)) {
    const operation: Operation = declared;
    const path = (paths[operation.path] ??= {});
    for (const method of [operation.method, ...operation.alsoMethods]) {
      const suffix = method === operation.method ? '' : `By${method}`;
      path[method.toLowerCase()] = describe(operation, operation.name + suffix, urls, shapes);
    }
  }
  const errorSchema = shapes.reference(errorBody);
  return {
    openapi: '3.1.0',
    info: { title: 'Content collaboration service', version: '2024.0', description: sharedLinkText },
    servers: [{ url: urls.baseUrl }],
    security: securityOf([]),
    paths,
    components: {
      schemas: shapes.components,
      responses: { Error: { description: 'Error', content: { 'application/json': { schema: errorSchema } } } },
      securitySchemes: securitySchemes(urls.baseUrl),
    },
  };
}

function describe(
  operation: Operation,
  operationId: string,
  urls: { readonly uploadUrl: string },
  shapes: SchemaWriter,
): Json {
  const responses: Json = {};
  const replayed = takesKey(operation.method) ? [REPLAYED_HEADER] : [];
  for (const [status, answer] of Object.entries(operation.answers)) {
    responses[status] = answerOf(answer, replayed, shapes);
  }
  for (const [status, codes] of errorsByStatus(operation)) {
    // A success status with the same number (304, 302) is described by its response.
    responses[status] ??= {
      description: codes.join(', '),
      content: { 'application/json': { schema: shapes.reference(errorBody) } },
    };
  }
  return {
    operationId,
    summary: operation.summary,
    ...(operation.host === 'upload' ? { servers: [{ url: urls.uploadUrl }] } : {}),
    parameters: [
      ...parameters('path', operation.params, shapes),
      ...parameters('query', operation.query, shapes),
      ...parameters('header', operation.headers, shapes),
      ...keyParameter(operation, shapes),
    ],
    ...requestBody(operation.body, shapes),
    responses,
    security: securityOf(operation.scope),
    'x-scopes': operation.scope,
  };
}

function errorsByStatus(operation: Operation): Map<string, string[]> {
  const codes = new Map<string, string[]>();
  for (const code of new Set([
    ...operation.errors,
    ...(takesKey(operation.method) ? keyErrors : []),
    ...sharedErrors,
  ])) {
    const status = String(errorStatus[code]);
    codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  return codes;
}

function parameters(place: 'path' | 'query' | 'header', schema: z.ZodObject, shapes: SchemaWriter): Json[] {
  const shape: Readonly<Record<string, z.ZodType>> = schema.shape;
  return Object.entries(shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(field, undefined).success,
    schema: shapes.inline(field),
  }));
}

/** Every changing operation takes a key. */
function keyParameter({ method }: Operation, shapes: SchemaWriter): Json[] {
  if (!takesKey(method)) return [];
  const schema = shapes.inline(idempotencyKey);
  return [{ name: 'Idempotency-Key', in: 'header', required: false, description: keyText, schema }];
}

function requestBody(body: RequestBody, shapes: SchemaWriter): Json {
  switch (body.kind) {
    case 'none':
      return {};
    case 'json': {
      const required = !z.safeParse(body.schema, undefined).success;
      return { requestBody: { required, content: { 'application/json': { schema: shapes.inline(body.schema) } } } };
    }
    case 'octets':
      return { requestBody: { required: true, content: { 'application/octet-stream': { schema: octets } } } };
    case 'multipart': {
      const hasAttributes = !z.safeParse(body.attributes, undefined).success;
      const attributes = hasAttributes ? { attributes: shapes.inline(body.attributes) } : {};
      const properties = { ...attributes, [body.filePart]: octets };
      const schema = { type: 'object', properties, required: Object.keys(properties) };
      return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
    }
  }
}

const octets = { type: 'string', format: 'binary' };

function answerOf(answer: Answer, moreHeaders: readonly string[], shapes: SchemaWriter): Json {
  const headers = [...Object.keys(answer.headers?.shape ?? {}), ...moreHeaders];
  const described = headers.length === 0 ? {} : { headers: Object.fromEntries(headers.map((name) => [name, text])) };
  switch (answer.kind) {
    case 'json':
      return {
        description: 'Success',
        ...described,
        content: { 'application/json': { schema: shapes.reference(answer.schema) } },
      };
    case 'octets':
      return { description: 'Content', ...described, content: { 'application/octet-stream': { schema: octets } } };
    case 'empty':
      return { description: 'No content', ...described };
  }
}

const text = { schema: { type: 'string' } };

/** Writes schemas as JSON Schema, collecting the named ones so that the rest of the document refers to them. */
interface SchemaWriter {
  readonly components: Json;
  /** A reference to a named schema, or the schema itself when it has no name. */
  reference(schema: z.ZodType): Json;
  inline(schema: z.ZodType): Json;
}

function schemaWriter(): SchemaWriter {
  const names = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) names.add(schema, { id });
  const components: Json = {};
  const inline = (schema: z.ZodType): Json => {
    const written = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: names });
    const text = JSON.stringify(written).replaceAll('"#/$defs/', '"#/components/schemas/');
    const { $schema: _dialect, $defs, id: _id, ...own } = JSON.parse(text) as Json;
    for (const [name, shape] of Object.entries(($defs ?? {}) as Json)) {
      const { id: _name, ...rest } = shape as Json;
      components[name] ??= rest;
    }
    return own;
  };
  const reference = (schema: z.ZodType): Json => {
    const name = names.get(schema)?.id;
    if (name === undefined) return inline(schema);
    components[name] ??= inline(schema);
    return { $ref: `#/components/schemas/${name}` };
  };
  return { components, reference, inline };
}
