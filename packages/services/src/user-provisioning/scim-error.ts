import { isAppError } from '@redoubt/kernel';
import SCIMMY from 'scimmy';

/** Detail error keywords of RFC 7644, section 3.12. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

/** A call of SCIM that is refused. The detail names the place and the remedy, and no value that was sent. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | null;
  /** What the administrator finds it by. */
  readonly code: string;

  constructor(status: number, scimType: ScimType | null, detail: string, code: string = scimType ?? `HTTP-${status}`) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
    this.code = code;
  }

  /** The body of the answer (RFC 7644, section 3.12). */
  get body() {
    return {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(this.status),
      ...(this.scimType === null ? {} : { scimType: this.scimType }),
      detail: this.message,
    };
  }
}

export const invalidValue = (detail: string): ScimError => new ScimError(400, 'invalidValue', detail);

/** Quoted parts of a message that may repeat what was sent; names of attributes, operations and types stay. */
const SENT = /'(?!(?:[a-z$][\w$.]*|urn:[\w:.]+)')[^']*'/giu;

const withoutValues = (message: string): string => message.replace(SENT, 'the value').slice(0, 400);

/** Reads what was sent by the library, whose errors of types are mistakes of the caller here. */
export const reading = <T>(scimType: ScimType, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ScimError(400, scimType, `${withoutValues(error.message)}.`);
  }
};

const LAST_ADMINISTRATOR =
  'The change would leave a root environment without a lasting product administrator. Give another person that role in the console, then repeat the call.';

/** The refusal that a failure comes to; undefined for one that is not the caller's. */
export const scimErrorOf = (error: unknown): ScimError | undefined => {
  if (error instanceof ScimError) return error;
  if (error instanceof SCIMMY.Types.Error) {
    const { status, scimType, message } = error as Error & { status: number; scimType?: ScimType };
    return status >= 500 ? undefined : new ScimError(status, scimType ?? null, `${withoutValues(message)}.`);
  }
  if (isAppError(error) && error.code === 'ACCESS-LAST-ADMINISTRATOR')
    return new ScimError(409, null, LAST_ADMINISTRATOR, error.code);
  return undefined;
};
