const isWired = ({ type, argument }) =>
  type === 'JSXSpreadAttribute' && argument.type === 'MemberExpression' && argument.property.name === 'formProps';

/**
 * Fields of a form, what is wrong with them and what the server refused are kept in one way (ADR 74, point 6).
 * @type {import("oxlint/plugins-dev").Rule}
 */
export const wireForms = {
  meta: { type: 'problem', docs: { description: 'Forms are those of `useWireForm`.' } },
  create: (context) => ({
    JSXOpeningElement: (node) => {
      if (node.name.type !== 'JSXIdentifier' || node.name.name !== 'form' || node.attributes.some(isWired)) return;
      context.report({ node, message: 'Keep the fields in `useWireForm` and spread its `formProps` over the form.' });
    },
  }),
};
