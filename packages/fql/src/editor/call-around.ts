import type { SyntaxNode } from '@lezer/common';
import { enclosing } from './cursor.ts';

/** The call whose argument a node is: the text of what is called, the how-manieth argument, and all arguments. */
export type CallAround = {
  readonly callee: string;
  readonly argument: number;
  readonly values: readonly SyntaxNode[];
};

export const callAround = (text: string, node: SyntaxNode): CallAround | null => {
  const list = enclosing(node, ['ArgumentList']);
  const callee = list?.prevSibling;
  if (!list || !callee) return null;
  const values: SyntaxNode[] = [];
  for (let child = list.firstChild; child; child = child.nextSibling)
    if (child.to > child.from && !/^[(),]$/.test(child.name) && !child.name.endsWith('Comment')) values.push(child);
  return {
    callee: text.slice(callee.from, callee.to),
    argument: values.findIndex((value) => value.from === node.from),
    values,
  };
};
