import type { ChangeDetail } from '@redoubt/contracts';
import { diffLines, type DiffLine } from '@redoubt/domain';

type Difference = ChangeDetail['differences'][number];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A value as lines: one member per line, indented by depth, texts of several lines as they are. */
const linesOf = (value: unknown, indent = ''): readonly string[] => {
  if (Array.isArray(value)) {
    return (value as readonly unknown[]).flatMap((each) =>
      isObject(each) ? [`${indent}–`, ...linesOf(each, `${indent}  `)] : [`${indent}– ${wordOf(each)}`],
    );
  }
  if (!isObject(value)) return value === null || value === undefined ? [] : [indent + wordOf(value)];
  return Object.entries(value).flatMap(([name, each]) => {
    if (typeof each === 'string' && each.includes('\n'))
      return [`${indent}${name}:`, ...each.split('\n').map((line) => `${indent}  ${line}`)];
    if (typeof each !== 'object' || each === null) return [`${indent}${name}: ${wordOf(each)}`];
    return [`${indent}${name}:`, ...linesOf(each, `${indent}  `)];
  });
};

/** What a change makes of one record, line by line. */
export const changeLines = ({ original, modified }: Pick<Difference, 'original' | 'modified'>): readonly DiffLine[] =>
  diffLines(linesOf(original).join('\n'), linesOf(modified).join('\n'));

/** What was sent, as text: JSON indented, an uploaded file as it is. */
export const sentText = ({ body, file }: NonNullable<ChangeDetail['call']>): string =>
  file ?? (body === null || body === undefined ? '' : JSON.stringify(body, null, 2));
