import { z } from 'zod';

/** Messages and resources as RFC 7643 and RFC 7644 say them, written out here so that the library is not its own judge. */

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';

const address = z.url();
const moment = z.iso.datetime();

/** RFC 7643, section 3.1. */
const meta = (resourceType: string) =>
  z.strictObject({
    resourceType: z.literal(resourceType),
    created: moment.optional(),
    lastModified: moment.optional(),
    location: address,
    version: z
      .string()
      .regex(/^W\/".+"$/)
      .optional(),
  });

const common = { id: z.string().min(1), externalId: z.string().optional() };

/** RFC 7643, section 4.1. */
export const scimUser = z.strictObject({
  schemas: z.tuple([z.literal(USER)]),
  ...common,
  userName: z.string().min(1),
  name: z
    .strictObject({
      formatted: z.string().optional(),
      familyName: z.string().optional(),
      givenName: z.string().optional(),
    })
    .optional(),
  displayName: z.string().optional(),
  active: z.boolean(),
  emails: z
    .array(
      z.strictObject({
        value: z.string(),
        type: z.enum(['work', 'home', 'other']).optional(),
        primary: z.boolean().optional(),
      }),
    )
    .optional(),
  meta: meta('User'),
});

/** RFC 7643, section 4.2. */
export const scimGroup = z.strictObject({
  schemas: z.tuple([z.literal(GROUP)]),
  ...common,
  displayName: z.string().min(1),
  members: z
    .array(
      z.strictObject({
        value: z.string(),
        display: z.string().optional(),
        $ref: address.optional(),
        type: z.enum(['User', 'Group']).optional(),
      }),
    )
    .optional(),
  meta: meta('Group'),
});

/** RFC 7644, section 3.4.2. */
export const scimList = <R extends z.ZodType>(resource: R) =>
  z.strictObject({
    schemas: z.tuple([z.literal('urn:ietf:params:scim:api:messages:2.0:ListResponse')]),
    totalResults: z.int().min(0),
    startIndex: z.int().min(1),
    itemsPerPage: z.int().min(0),
    Resources: z.array(resource),
  });

/** RFC 7644, section 3.12. */
export const scimError = z.strictObject({
  schemas: z.tuple([z.literal('urn:ietf:params:scim:api:messages:2.0:Error')]),
  status: z.string().regex(/^[345]\d\d$/),
  scimType: z
    .enum([
      'invalidFilter',
      'tooMany',
      'uniqueness',
      'mutability',
      'invalidSyntax',
      'invalidPath',
      'noTarget',
      'invalidValue',
      'invalidVers',
      'sensitive',
    ])
    .optional(),
  detail: z.string().min(20),
});

const supported = z.strictObject({ supported: z.boolean() });

/** RFC 7643, section 5. */
export const scimServiceProvider = z.strictObject({
  schemas: z.tuple([z.literal('urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig')]),
  documentationUri: address.optional(),
  patch: supported,
  bulk: supported.extend({ maxOperations: z.int(), maxPayloadSize: z.int() }),
  filter: supported.extend({ maxResults: z.int() }),
  changePassword: supported,
  sort: supported,
  etag: supported,
  authenticationSchemes: z
    .array(
      z.strictObject({
        type: z.enum(['oauth', 'oauth2', 'oauthbearertoken', 'httpbasic', 'httpdigest']),
        name: z.string(),
        description: z.string(),
        specUri: address.optional(),
        documentationUri: address.optional(),
        primary: z.boolean().optional(),
      }),
    )
    .min(1),
  meta: meta('ServiceProviderConfig'),
});

/** RFC 7643, section 6. */
export const scimResourceType = z.strictObject({
  schemas: z.tuple([z.literal('urn:ietf:params:scim:schemas:core:2.0:ResourceType')]),
  id: z.string().optional(),
  name: z.string(),
  description: z.string().optional(),
  endpoint: z.string().startsWith('/'),
  schema: z.string(),
  schemaExtensions: z.array(z.strictObject({ schema: z.string(), required: z.boolean() })).optional(),
  meta: meta('ResourceType'),
});

/** RFC 7643, section 7. */
const attribute = z.strictObject({
  name: z.string(),
  type: z.enum(['string', 'boolean', 'decimal', 'integer', 'dateTime', 'reference', 'complex', 'binary']),
  multiValued: z.boolean(),
  description: z.string().optional(),
  required: z.boolean(),
  canonicalValues: z.array(z.string()).optional(),
  caseExact: z.boolean().optional(),
  mutability: z.enum(['readOnly', 'readWrite', 'immutable', 'writeOnly']),
  returned: z.enum(['always', 'never', 'default', 'request']),
  uniqueness: z.enum(['none', 'server', 'global']).optional(),
  referenceTypes: z.array(z.string()).optional(),
  get subAttributes() {
    return z.array(attribute).optional();
  },
});

export const scimSchema = z.strictObject({
  schemas: z.tuple([z.literal('urn:ietf:params:scim:schemas:core:2.0:Schema')]).optional(),
  id: z.string(),
  name: z.string(),
  description: z.string(),
  attributes: z.array(attribute),
  meta: meta('Schema'),
});
