import { EVENT_SCHEMAS } from '../events/event-schemas.ts';
import type { Field, ObjectSchema } from '../events/schema/object-schema.ts';
import { conditionColumns } from './condition.ts';
import type { EventMap, MapNode, MappedKind, MapProblem, ObjectNode } from './event-map.ts';
import { columnsOf, templateType, type CellType } from './template.ts';

const TYPE_NAMES: Readonly<Record<CellType, string>> = {
  text: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  dateTime: 'a date-time',
};

const constantType = (value: string | number | boolean): CellType => {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'number';
  return 'text';
};

const fits = (wanted: CellType, given: CellType, isConstant: boolean): boolean =>
  wanted === given ||
  (wanted === 'number' && given === 'integer') ||
  (wanted === 'text' && given === 'dateTime') ||
  // A constant date is written as text; the server checks its form.
  (wanted === 'dateTime' && given === 'text' && isConstant);

const nameRemedy = (schema: ObjectSchema, name: string): string => {
  const spelled = Object.keys(schema).find((known) => known.toLowerCase() === name.toLowerCase());
  return spelled === undefined ? 'columns of your own go under customData:' : `it is spelled ${spelled}`;
};

const checkField = (name: string, field: Field, node: MapNode): readonly MapProblem[] => {
  const { line } = node;
  if (field.type === 'open') return node.type === 'object' ? [] : [{ line, message: `${name} takes names and values` }];
  if (field.type === 'object') {
    if (node.type !== 'object') return [{ line, message: `${name} takes an object: its fields go below it, indented` }];
    return checkObject(name, field.schema, node);
  }
  if (field.type === 'freeList' || field.type === 'freeObject') return [];
  if (field.type === 'list') {
    if (node.type !== 'list') return [{ line, message: `${name} takes a list: begin each of its objects with "- "` }];
    return node.items.flatMap((item) =>
      item.type === 'object'
        ? checkObject(name, field.schema, item)
        : [{ line: item.line, message: `${name} is a list of objects` }],
    );
  }
  if (node.type === 'object' || node.type === 'list') {
    return [{ line, message: `${name} takes ${TYPE_NAMES[field.type]}, not an object or a list` }];
  }
  const given = node.type === 'constant' ? constantType(node.value) : templateType(node.template);
  if (fits(field.type, given, node.type === 'constant')) return [];
  const remedy = node.type === 'template' ? `; write "{${columnsOf(node.template)[0]}:${field.type}}"` : '';
  return [{ line, message: `${name} takes ${TYPE_NAMES[field.type]}${remedy}` }];
};

const checkObject = (owner: string, schema: ObjectSchema, node: ObjectNode): readonly MapProblem[] => {
  const missing = Object.entries(schema)
    .filter(([name, field]) => field.required && !node.members.has(name))
    .map(([name]) => ({ line: node.line, message: `${owner} needs ${name}` }));
  const wrong = [...node.members].flatMap(([name, member]): readonly MapProblem[] => {
    const field = schema[name];
    if (field !== undefined) return checkField(name, field, member);
    return [{ line: member.line, message: `${owner} has no field ${name}; ${nameRemedy(schema, name)}` }];
  });
  return [...missing, ...wrong];
};

/** Imported events count at the merchant's time, so a map has to say it; the API takes live ones without. */
const missingTime = ({ event }: EventMap): readonly MapProblem[] => {
  const metadata = event.members.get('_metadata');
  if (metadata?.type !== 'object' || metadata.members.has('merchantTimeStamp')) return [];
  return [{ line: metadata.line, message: '_metadata needs merchantTimeStamp' }];
};

const usedColumns = (node: MapNode): readonly { line: number; column: string }[] => {
  switch (node.type) {
    case 'object':
      return [...node.members.values()].flatMap(usedColumns);
    case 'list':
      return node.items.flatMap(usedColumns);
    case 'template':
      return columnsOf(node.template).map((column) => ({ line: node.line, column }));
    case 'constant':
      return [];
  }
};

const checkBody = (kind: MappedKind, node: ObjectNode): readonly MapProblem[] =>
  checkObject(`a ${kind}`, EVENT_SCHEMAS[kind], node);

/** Mistakes of a map by the bodies the public API takes and the columns the file has, each with its line and remedy. */
export const checkMap = (map: EventMap, inputName: string, columns: readonly string[]): readonly MapProblem[] => {
  const bodies = [
    ...checkBody('purchase', map.event),
    ...missingTime(map),
    ...(map.label === null ? [] : checkBody('label', map.label.event)),
  ];
  const condition = map.label?.condition ?? null;
  const used = [
    ...usedColumns(map.event),
    ...(map.label === null ? [] : usedColumns(map.label.event)),
    ...(condition === null ? [] : conditionColumns(condition.when).map((column) => ({ line: condition.line, column }))),
  ];
  const unknown = used
    .filter(({ column }) => !columns.includes(column))
    .map(({ line, column }) => ({
      line,
      message: `${inputName} has no column ${column}; its columns are ${columns.join(', ')}`,
    }));
  return [...bodies, ...unknown];
};
