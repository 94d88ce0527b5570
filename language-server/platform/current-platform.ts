/** The platform of this process. Everything else takes the platform as an argument, so that tests cover the branches of all. */
export const currentPlatform: NodeJS.Platform = process.platform;
