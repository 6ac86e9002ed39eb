package dev.berth.app.jars;

import dev.berth.spi.PluginProvider;

import org.jspecify.annotations.Nullable;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;

/// Loads the classes of one plugin: its own first, then those of the JDK. Of the scheduler, it sees
/// only the classes that plugins are compiled against. The libraries of the plugin, of Berth and of
/// other plugins therefore cannot conflict.
final class PluginLoader extends URLClassLoader {
    /// The packages that a plugin shares with the scheduler. Copies in its jar are ignored, because
    /// a class that is loaded twice becomes two classes.
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

    /// The class loader of the JDK also provides the classes of all named modules, including those
    /// of Berth.
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
