import type { Json, JsonObject } from '@redoubt/kernel';
import { z } from 'zod';

type Schema = {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
};

/** Gives the value of a member that names something by id. */
export type IdOf = (member: string) => string;

const choiceOf = ({ anyOf, oneOf, allOf }: Schema): Schema | undefined => (anyOf ?? oneOf ?? allOf)?.[0];

const isId = (member: string, schema: Schema): boolean => {
  const choice = choiceOf(schema) ?? schema.items;
  if (choice) return isId(member, choice);
  if (schema.enum ?? schema.const) return false;
  return schema.format === 'uuid' || schema.format === 'guid' || /^(?:id|branch|assessment|.*Ids?)$/.test(member);
};

const textOf = (schema: Schema, member: string, idOf: IdOf): string => {
  if (isId(member, schema)) return idOf(member);
  if (schema.format === 'date-time') return '2030-01-01T00:00:00.000Z';
  // Of a currency.
  if (schema.pattern === '^[A-Z]{3}$') return 'EUR';
  if (schema.format === 'date') return '2030-01-01';
  return 'x'.repeat(Math.max(1, schema.minLength ?? 0));
};

const objectOf = ({ required = [], properties = {} }: Schema, idOf: IdOf): JsonObject => {
  const wanted = Object.entries(properties).filter(([name, each]) => required.includes(name) || isId(name, each));
  return Object.fromEntries(wanted.map(([name, each]) => [name, valueOf(each, name, idOf)]));
};

const valueOf = (schema: Schema, member: string, idOf: IdOf): Json => {
  const choice = choiceOf(schema);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0] ?? null;
  if (choice) return valueOf(choice, member, idOf);
  switch (schema.type) {
    case 'object':
      return objectOf(schema, idOf);
    case 'array':
      return [valueOf(schema.items ?? {}, member, idOf)];
    case 'string':
      return textOf(schema, member, idOf);
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    default:
      return null;
  }
};

/** A small value a schema takes: what is required, and every member that names something by id. */
export const sampleOf = (schema: z.ZodType, idOf: IdOf): JsonObject => {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  return valueOf(described, '', idOf) as JsonObject;
};
