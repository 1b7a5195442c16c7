export const PRODUCT_NAME = 'Redoubt';
