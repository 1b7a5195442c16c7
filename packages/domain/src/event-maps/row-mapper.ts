import type { Json, JsonObject } from '@redoubt/kernel';
import { holds } from './condition.ts';
import type { EventMap, MapNode, ObjectNode } from './event-map.ts';
import { renderTemplate, type CellReader } from './template.ts';

/** Events of one row, in the order they are sent. */
export type MappedRow = { readonly event: JsonObject; readonly label: JsonObject | null };

const renderObject = ({ members }: ObjectNode, cellOf: CellReader): JsonObject | undefined => {
  const object: Record<string, Json> = {};
  let isEmpty = true;
  for (const [name, member] of members) {
    const value = renderNode(member, cellOf);
    if (value === undefined) continue;
    object[name] = value;
    isEmpty = false;
  }
  return isEmpty ? undefined : object;
};

/** Undefined where there is nothing to send: an empty cell, or an object or list of nothing but such. */
const renderNode = (node: MapNode, cellOf: CellReader): Json | undefined => {
  switch (node.type) {
    case 'constant':
      return node.value;
    case 'template':
      return renderTemplate(node.template, cellOf);
    case 'object':
      return renderObject(node, cellOf);
    case 'list': {
      const items = node.items.map((item) => renderNode(item, cellOf)).filter((item) => item !== undefined);
      return items.length === 0 ? undefined : items;
    }
  }
};

/**
 * Turns the cells of a row into its events.
 *
 * The returned function throws `CellError` for a cell that is not what the map says.
 */
export const createRowMapper = (
  { event, label }: EventMap,
  columns: readonly string[],
): ((cells: readonly string[]) => MappedRow) => {
  const indexes = new Map(columns.map((column, index) => [column, index]));
  return (cells) => {
    const cellOf: CellReader = (column) => cells[indexes.get(column) ?? -1] ?? '';
    const hasLabel = label !== null && (label.condition === null || holds(label.condition.when, cellOf));
    return {
      event: renderObject(event, cellOf) ?? {},
      label: hasLabel ? (renderObject(label.event, cellOf) ?? {}) : null,
    };
  };
};
