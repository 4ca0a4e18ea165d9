/**
 * Imported before anything that imports React: what an answer costs is asked of React as it is deployed, which says less
 * and does less than the one for development.
 */
process.env.NODE_ENV = 'production'
