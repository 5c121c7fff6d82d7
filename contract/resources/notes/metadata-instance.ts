import { z } from 'zod';
import { plainText } from '../../request-fields.ts';
import { limits } from '../../rules/limits.ts';

/** Options of a field: no more than a field can have. */
const words = z.array(z.string()).max(limits.metadataOptionsPerField);

/** A value of a field: a text, a number, a date-time, or one or several of the field's options. */
export const metadataValue = z.union([z.string(), z.number(), words]);

/** The service's own keys of every instance. `$parent` is `file_` or `folder_` and an id. */
const ownFields = {
  $id: z.string(),
  $type: z.string(),
  $parent: z.string(),
  $scope: z.string(),
  $template: z.string(),
  $version: z.int(),
  $typeVersion: z.int(),
  $canEdit: z.boolean(),
};

/** Metadata instance: the metadata of one item for one template. */
export const metadataInstance = z.object(ownFields).catchall(z.union([metadataValue, z.boolean()]));
export type MetadataInstance = z.output<typeof metadataInstance>;

/** All instances of one item. */
export const metadataInstances = z.object({ entries: z.array(metadataInstance), limit: z.int() });

const keyPointer = plainText(limits.metadataFieldKeyLength + 1).regex(
  /^\/[^/]+$/,
  'must be "/" and the key of a field',
);

/** One step of a JSON patch (RFC 6902) on an instance, with only top-level keys. */
export const metadataPatchStep = z.object({
  op: z.enum(['add', 'replace', 'remove', 'test', 'move', 'copy']),
  path: keyPointer,
  from: keyPointer.optional(),
  value: metadataValue.optional(),
});
export type MetadataPatchStep = z.output<typeof metadataPatchStep>;
