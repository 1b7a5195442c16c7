export const TEMPLATE_DATABASE = 'redoubt_template';
