package dev.berth.app.jars;

import dev.berth.spi.PluginProvider;

import org.jspecify.annotations.Nullable;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;

/// Loads the classes of one plugin: its own first, then those of the JDK. Of the scheduler it sees
/// what plugins are compiled against and nothing else, so that neither its libraries nor ours, nor
/// those of other plugins, get in each other's way.
final class PluginLoader extends URLClassLoader {
    /// What a plugin shares with the scheduler; copies in its jar are not looked at, since a class
    /// loaded twice is two classes.
    private static final List<String> SHARED =
            List.of("dev.berth.spi.", "dev.berth.model.", "org.jspecify.annotations.");

    private static final ClassLoader OURS = PluginProvider.class.getClassLoader();

    static {
        registerAsParallelCapable();
    }

    PluginLoader(String name, List<URL> places) {
        super(name, places.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (SHARED.stream().anyMatch(name::startsWith)) {
            return OURS.loadClass(name);
        }
        if (name.startsWith("java.")) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> found = findLoadedClass(name);
            if (found == null) {
                try {
                    found = findClass(name);
                } catch (ClassNotFoundException notOwn) {
                    return ofTheJdk(name);
                }
            }
            if (resolve) {
                resolveClass(found);
            }
            return found;
        }
    }

    /// The loader of the JDK hands out classes of every named module there is, ours included.
    private static Class<?> ofTheJdk(String name) throws ClassNotFoundException {
        Class<?> found = getPlatformClassLoader().loadClass(name);
        String module = found.getModule().getName();
        if (OURS.equals(found.getClassLoader()) && (module == null || !module.startsWith("jdk."))) {
            throw new ClassNotFoundException(name);
        }
        return found;
    }

    @Override
    public @Nullable URL getResource(String name) {
        URL own = findResource(name);
        return own == null ? super.getResource(name) : own;
    }
}
