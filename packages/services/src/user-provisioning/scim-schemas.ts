import SCIMMY from 'scimmy';

const { Schemas, Resources, Config } = SCIMMY;

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** Most resources of one answer. */
export const MAX_RESULTS = 200;

/** Attributes of people that are known and not kept: what names them is passed over, as RFC 7644, section 3.3, allows. */
const PASSED_OVER = [
  'nickName',
  'profileUrl',
  'title',
  'userType',
  'preferredLanguage',
  'locale',
  'timezone',
  'password',
  'phoneNumbers',
  'ims',
  'photos',
  'addresses',
  'groups',
  'entitlements',
  'roles',
  'x509Certificates',
] as const;

/** What the schemas say is what is kept: the least of a person that sign-in and lists need. */
const declare = (): void => {
  const user = Schemas.User.definition;
  user.truncate(...PASSED_OVER);
  user.truncate('name.middleName', 'name.honorificPrefix', 'name.honorificSuffix', 'emails.display');
  Resources.declare(Resources.User);
  Resources.declare(Resources.Group);
  Config.set({ patch: true, filter: { supported: true, maxResults: MAX_RESULTS }, etag: true, sort: true });
  Config.set('authenticationSchemes', [
    {
      type: 'oauthbearertoken',
      name: 'Provisioning token',
      description: 'A token of Settings, Access control, Provisioning, as a bearer token.',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ]);
};
declare();

const KEPT: ReadonlySet<string> = new Set(['username', 'displayname', 'externalid', 'active', 'name', 'emails']);
const KNOWN: ReadonlySet<string> = new Set(PASSED_OVER.map((name) => name.toLowerCase()));

/** Attributes that the server alone writes; clients send them back as they read them. */
const READ_ONLY: ReadonlySet<string> = new Set(['id', 'schemas', 'meta']);

/** What is done about an attribute of a person: it is kept, passed over, or was never heard of. */
export const userAttribute = (name: string): 'kept' | 'passedOver' | 'unknown' => {
  const key = name.toLowerCase();
  if (KEPT.has(key)) return 'kept';
  return KNOWN.has(key) || READ_ONLY.has(key) || key.startsWith(ENTERPRISE_SCHEMA.toLowerCase())
    ? 'passedOver'
    : 'unknown';
};

/** The same of a group. */
export const groupAttribute = (name: string): 'kept' | 'passedOver' | 'unknown' => {
  const key = name.toLowerCase();
  if (key === 'displayname' || key === 'externalid' || key === 'members') return 'kept';
  return READ_ONLY.has(key) ? 'passedOver' : 'unknown';
};

/** Sets where resources are, in their `meta.location`. */
export const locateSchemas = (base: string): void => {
  for (const resource of [
    Resources.User,
    Resources.Group,
    Resources.Schema,
    Resources.ResourceType,
    Resources.ServiceProviderConfig,
  ])
    resource.basepath(base);
};
