const TEXT_ATTRIBUTES = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'description',
  'hint',
  'label',
  'message',
  'placeholder',
  'subtitle',
  'title',
]);

/** Names that are the same in every language. */
const SAME_EVERYWHERE = new Set([
  'Redoubt',
  'JSON',
  'CSV',
  'UTC',
  'Ctrl',
  'Esc',
  'Enter',
  'Tab',
  'Shift',
  'Alt',
  'Space',
]);

/** Two letters in a row make a word; a sign, a unit's single letter or a number does not. @param {string} text */
const isLanguage = (text) => {
  const trimmed = text.trim();
  return /\p{L}{2}/u.test(trimmed) && !SAME_EVERYWHERE.has(trimmed);
};

/**
 * Text that an expression may put on the screen: literals, and those behind a condition.
 * @param {any} node
 * @returns {any[]}
 */
const literalsIn = (node) => {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' && isLanguage(node.value) ? [node] : [];
    case 'TemplateLiteral':
      return node.quasis.some((part) => isLanguage(part.value.cooked ?? '')) ? [node] : [];
    case 'ConditionalExpression':
      return [...literalsIn(node.consequent), ...literalsIn(node.alternate)];
    case 'LogicalExpression':
      return [...literalsIn(node.left), ...literalsIn(node.right)];
    case 'JSXExpressionContainer':
      return literalsIn(node.expression);
    default:
      return [];
  }
};

/**
 * Whatever a person reads comes from a catalogue.
 * @type {import("oxlint/plugins-dev").Rule}
 */
export const noUntranslatedText = {
  meta: { type: 'problem', docs: { description: 'Text on the screen comes from i18next.' } },
  create: (context) => {
    const report = (node) =>
      context.report({ node, message: 'Text without translation: take it from a catalogue with t().' });
    return {
      JSXText: (node) => {
        if (isLanguage(node.value)) report(node);
      },
      JSXAttribute: (node) => {
        if (TEXT_ATTRIBUTES.has(node.name.name)) literalsIn(node.value).forEach(report);
      },
      JSXExpressionContainer: (node) => {
        if (node.parent?.type !== 'JSXAttribute') literalsIn(node).forEach(report);
      },
    };
  },
};
