import { z } from 'zod';

/* The parts of the service's OpenAPI document that the reference shows. */

/** A JSON Schema, as far as the reference shows it. */
export interface Shape {
  readonly $ref?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly format?: string | undefined;
  readonly const?: unknown;
  readonly enum?: readonly unknown[] | undefined;
  readonly properties?: Readonly<Record<string, Shape>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: Shape | boolean | undefined;
  readonly items?: Shape | boolean | undefined;
  readonly anyOf?: readonly Shape[] | undefined;
  readonly oneOf?: readonly Shape[] | undefined;
  readonly allOf?: readonly Shape[] | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly maxItems?: number | undefined;
}

const shape: z.ZodType<Shape> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    format: z.string().optional(),
    const: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
    properties: z.record(z.string(), shape).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.union([z.boolean(), shape]).optional(),
    items: z.union([z.boolean(), shape]).optional(),
    anyOf: z.array(shape).optional(),
    oneOf: z.array(shape).optional(),
    allOf: z.array(shape).optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    maxItems: z.number().optional(),
  }),
);

const content = z.record(z.string(), z.object({ schema: shape }));

const describedOperation = z.object({
  operationId: z.string(),
  summary: z.string(),
  servers: z.array(z.object({ url: z.string() })).optional(),
  parameters: z.array(
    z.object({ name: z.string(), in: z.enum(['path', 'query', 'header']), required: z.boolean(), schema: shape }),
  ),
  requestBody: z.object({ required: z.boolean().optional(), content }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content: content.optional() })),
  'x-scopes': z.array(z.string()),
});
export type DescribedOperation = z.output<typeof describedOperation>;

const oauthFlow = z.object({
  authorizationUrl: z.string().optional(),
  tokenUrl: z.string(),
  scopes: z.record(z.string(), z.string()),
});

/** The OpenAPI document, parsed as far as the reference shows it. */
export const referenceDocument = z.object({
  info: z.object({ description: z.string() }),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), describedOperation)),
  components: z.object({
    schemas: z.record(z.string(), shape),
    securitySchemes: z.object({ oauth2: z.object({ flows: z.record(z.string(), oauthFlow) }) }),
  }),
});
export type ReferenceDocument = z.output<typeof referenceDocument>;
