import { check, type Ecosystem, found, nothing } from './ecosystem.ts';

/** Maven and Gradle, through their wrappers where the repository has them, without asking the network. */
export const jvm: Ecosystem = {
  name: 'Java',
  runner: false,
  async detect(root) {
    if (root.has('pom.xml')) {
      const command = `${root.has('mvnw') ? './mvnw' : 'mvn'} --batch-mode --offline test`;
      return found(check('test', command, 'a pom.xml'));
    }
    const file = root.first('build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts');
    if (file === null) return nothing;
    const command = `${root.has('gradlew') ? './gradlew' : 'gradle'} --offline --no-daemon test`;
    return found(check('test', command, `a ${file}`));
  },
};
